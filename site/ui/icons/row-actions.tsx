/** Icons of row actions: one path each, in a 24-unit square, drawn by `Icon` as a thin line. */
export const editIcon =
  'M4 20l.9-4.2L16 4.7a1.8 1.8 0 0 1 2.5 0l.8.8a1.8 1.8 0 0 1 0 2.5L8.2 19.1ZM14 6.7l3.3 3.3'
export const deleteIcon = 'M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5 7.3 20h9.4l.8-13.5M10 10.5v6M14 10.5v6'
export const leaveIcon = 'M14 4h6v16h-6M9.5 7.5 5 12l4.5 4.5M5 12h10.5'
export const addIcon = 'M12 5v14M5 12h14'
export const lockIcon = 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2.5'
export const unlockIcon = 'M6 11h12v9H6ZM8.5 11V7.5a3.5 3.5 0 0 1 6.8-1.2M12 14.5v2.5'
export const undoIcon = 'M8.5 5 4 9.5 8.5 14M4.5 9.5h9a5.5 5.5 0 0 1 0 11H9'
export const findIcon = 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.3 15.3 20 20'
