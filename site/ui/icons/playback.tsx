/** Icons of animation controls: one path each, in a 24-unit square, drawn by `Icon` as a thin line. */
export const pauseIcon = 'M8 5v14M16 5v14'
export const playIcon = 'M8 5v14l11-7Z'
