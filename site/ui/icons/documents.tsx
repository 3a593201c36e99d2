/** Icons of document actions: one path each, in a 24-unit square, drawn by `Icon` as a thin line. */
export const downloadIcon = 'M12 4v11M7.5 10.8l4.5 4.5 4.5-4.5M4.5 19.5h15'
export const expandIcon = 'M14.5 4.5h5v5M19.5 4.5l-6 6M9.5 19.5h-5v-5M4.5 19.5l6-6'
export const eyeIcon =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z'
export const shrinkIcon = 'M19 10h-5V5M14 10l6-6M5 14h5v5M10 14l-6 6'
export const copyIcon = 'M9 9h11v11H9ZM15 9V4H4v11h5'
