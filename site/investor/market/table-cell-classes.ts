/** A cell of the price tables; the outer ones are aligned with their panel's title. */
export const cellClass =
  'px-3 py-2.5 first:pl-[22px] last:pr-[22px] max-md:px-2 max-sm:first:pl-4 max-sm:last:pr-4 max-[24rem]:px-1'

/** A separate column from tablet width on, or part of another column on a phone. */
export const wideColumnClass = 'max-md:hidden'

/** The first and last column visible on a phone, surrounded by hidden ones. */
export const firstOnPhone = 'max-md:pl-[22px]! max-sm:pl-4!'
export const lastOnPhone = 'max-md:pr-[22px]! max-sm:pr-4!'

/** The sparkline column, omitted if the text is so large that it would push the price out of view. */
export const trendColumnClass = '@max-[14rem]:hidden'

/** A row whose price moves below its name if the text is so large that they do not fit side by side. */
export const stackedRow = '@max-[13rem]:flex @max-[13rem]:flex-wrap'
export const stackedName = '@max-[13rem]:w-full @max-[13rem]:pb-0'
export const stackedPrice = '@max-[13rem]:ml-auto'

/** The color of sample figures. */
export const sampleTextClass = 'text-ink-3'

/** The hatched background of sample figures, which are not content. */
export const sampleBackgroundClass = 'sample-ground'
