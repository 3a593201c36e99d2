/** Icons of the panel's sections: one path each, in a 24-unit square, drawn by `Icon` as a thin line. */
const CIRCLE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z'

export const gridIcon = 'M4 4h7v7H4ZM14 4h6v4h-6ZM14 11h6v9h-6ZM4 14h7v6H4Z'
export const peopleIcon =
  'M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5ZM3 19c.6-3 3-4.8 6-4.8s5.4 1.8 6 4.8M16 5.4a3 3 0 0 1 0 5.7M18 14.6c1.6.8 2.7 2.3 3 4.4'
export const exchangeIcon = 'M4 8h14M14.5 4.5 18 8l-3.5 3.5M20 16H6M9.5 12.5 6 16l3.5 3.5'
export const briefcaseIcon = 'M4 8h16v11.5H4ZM9 8V4.5h6V8M4 13h16'
export const checkedIcon = 'M12 3.5l7 2.5v5.5c0 4.3-2.9 7.6-7 9-4.1-1.4-7-4.7-7-9V6ZM8.5 12l2.5 2.5 4.5-5'
export const coinsIcon =
  'M12 5c4 0 7 1.2 7 2.7s-3 2.7-7 2.7-7-1.2-7-2.7S8 5 12 5ZM5 7.7v4.6c0 1.5 3 2.7 7 2.7s7-1.2 7-2.7V7.7M5 12.3v4.4c0 1.5 3 2.7 7 2.7s7-1.2 7-2.7v-4.4'
export const pendingIcon = `${CIRCLE}M12 7v5.3l3.4 2`
export const placeIcon =
  'M12 21s-6.5-5.6-6.5-10.6a6.5 6.5 0 0 1 13 0C18.5 15.4 12 21 12 21ZM12 8a2.4 2.4 0 1 0 0 4.8A2.4 2.4 0 0 0 12 8Z'
export const sheetIcon = 'M6 3.5h8l4 4v13H6ZM14 3.5v4h4M9 12h6M9 15.5h6'
export const emailIcon = 'M4 6h16v12H4ZM4 6.5l8 6.5 8-6.5'
export const signIcon =
  'M6 3.5h8l4 4v13H6ZM14 3.5v4h4M9 15c1.2-2.4 2.2-2.4 2.4-.6.2 1.6 1.2 1.2 1.8-.2.5 1.2 1 1.3 1.8.6M9 18h6'
export const registerIcon = 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h11M9 7.5h6M9 10.5h4'
export const slidersIcon = 'M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h9M17 17h3M15 15v4'
export const supportIcon = 'M4 5h16v11h-8l-4.5 4V16H4Z'
export const approveIcon = 'M4 12.5l4.5 4.5L17 8M12.5 17 21 8.5'
export const logIcon = 'M8 4.5H5.5v16h13v-16H16M9 3h6v3.5H9ZM9 11.5h6M9 15.5h4'
export const badgeIcon =
  'M5 6.5h14v13H5ZM9.5 6.5V4h5v2.5M12 9.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8.5 17c.5-1.6 1.8-2.4 3.5-2.4s3 .8 3.5 2.4'
export const searchIcon = 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.3 15.3 20 20M8 10.5h5'
