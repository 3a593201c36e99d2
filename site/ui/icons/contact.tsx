/** Icons of contact methods: one path each, in a 24-unit square, drawn by `Icon` as a thin line. */
const CIRCLE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z'

export const bubbleIcon = 'M12 4a8 8 0 1 1-4 14.9L4 20l1.1-4A8 8 0 0 1 12 4Z'
export const clockIcon = `${CIRCLE}M12 7v5l3.2 2`
export const linkIcon =
  'M10 14l4-4M11 7.2l1.6-1.6a4.1 4.1 0 0 1 5.8 5.8L16.8 13M13 16.8l-1.6 1.6a4.1 4.1 0 0 1-5.8-5.8L7.2 11'
export const mailIcon = 'M3.5 5.5h17v13h-17ZM3.5 6.5l8.5 7 8.5-7'
export const phoneIcon =
  'M5 4h3.6l1.6 4.4L8 10.1a12 12 0 0 0 5.9 5.9l1.7-2.2 4.4 1.6V19a1.5 1.5 0 0 1-1.6 1.5A15.9 15.9 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4Z'
export const sendIcon = 'M20.5 3.5l-10 10M20.5 3.5 14 20.5l-3.5-7-7-3.5Z'
