/** Icons of dialogs and banners: one path each, in a 24-unit square, drawn by `Icon` as a thin line. */
const CIRCLE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z'

export const alertIcon = 'M12 4 2.8 20h18.4ZM12 10v4.5M12 17.2v.1'
export const checkIcon = `${CIRCLE}M8.5 12.2l2.4 2.4 4.6-5`
export const tickIcon = 'M6 12.5l4 4 8-9'
export const closeIcon = 'M6 6l12 12M18 6 6 18'
