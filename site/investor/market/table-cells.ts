/** A cell of the tables of prices: the outer ones are aligned with the title of their panel. */
export const cell =
  'px-3 py-2.5 first:pl-[22px] last:pr-[22px] max-md:px-2 max-sm:first:pl-4 max-sm:last:pr-4 max-[24rem]:px-1'

/** A separate column from tablet width on, part of another column on a phone. */
export const wide = 'max-md:hidden'

/** The first and the last of the columns that a phone shows, where hidden ones surround them. */
export const firstOnPhone = 'max-md:pl-[22px]! max-sm:pl-4!'
export const lastOnPhone = 'max-md:pr-[22px]! max-sm:pr-4!'

/** The column of sparklines: left out where text is so large that it would push the price out of sight. */
export const trend = '@max-[14rem]:hidden'

/** A row whose price stands below its name where text is so large that both have no room beside each other. */
export const stackedRow = '@max-[13rem]:flex @max-[13rem]:flex-wrap'
export const stackedName = '@max-[13rem]:w-full @max-[13rem]:pb-0'
export const stackedPrice = '@max-[13rem]:ml-auto'

/** The colour of figures that are samples. */
export const sampleTone = 'text-ink-3'

/** The hatched ground of figures that are samples: they are no content. */
export const sampleGround = 'sample-ground'
