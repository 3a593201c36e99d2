/** Icons of market figures: direction and sort order. */
export const upIcon = 'M12 19V5M6 11l6-6 6 6'
export const downIcon = 'M12 5v14M6 13l6 6 6-6'
export const levelIcon = 'M5 12h14M13 6l6 6-6 6'
