/** A decimal text with its thousands apart, digit by digit: `1626.016260` as `1,626.016260`. */
export const groupDigits = (decimal: string): string =>
  decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
