/**
 * Icons of the signed-in navigation bar and of the account: one path each, in a 24-unit square, drawn by `Icon` as a
 * thin line.
 */
const CIRCLE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z'

export const bellIcon = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21.2h4'
export const personIcon = `${CIRCLE}M12 6.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM6.2 18.7c1-2.2 3.2-3.5 5.8-3.5s4.8 1.3 5.8 3.5`
export const refreshIcon = 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9M19.5 4.5V9H15'
export const menuIcon = 'M4 7h16M4 12h16M4 17h16'
export const chevronIcon = 'M6 9.5l6 6 6-6'
export const backIcon = 'M19 12H5M11 6l-6 6 6 6'
export const tickIcon = 'M5.5 12.5l4.2 4.2 8.8-9.4'
export const crossedIcon = `${CIRCLE}M9 9l6 6M15 9l-6 6`
export const infoIcon = `${CIRCLE}M12 11v5.5M12 7.6v.1`
