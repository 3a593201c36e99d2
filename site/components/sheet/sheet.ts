/** What a sheet runs beside the shell. */
import { watchScrollRegions } from '#site/components/scroll-regions.ts'

watchScrollRegions()
