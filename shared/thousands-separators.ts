/** A decimal text with thousands separators, digit by digit: `1626.016260` as `1,626.016260`. */
export const addThousandsSeparators = (decimal: string): string =>
  decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
