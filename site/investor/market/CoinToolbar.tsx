import { useStore } from '@nanostores/react'
import { $coinChoice, type CoinSort, updateCoinListOptions } from '#core/market/crypto-prices'
import { Button } from '#ui/Button'
import { Input, Select } from '#ui/Field'
import { Icon } from '#ui/Icon'
import { downIcon, upIcon } from '#ui/icons/market'

const sorts: readonly { value: CoinSort; label: string }[] = [
  { value: 'market_cap', label: 'Market Cap' },
  { value: 'price', label: 'Price' },
  { value: 'change', label: '24h Change' },
  { value: 'volume', label: 'Volume' },
]

/** The search and the order of the list. */
export function CoinToolbar() {
  const { search, sort, descending } = useStore($coinChoice)
  return (
    <search className="print:hidden flex flex-wrap gap-3 border-line border-b px-[22px] py-4 max-sm:px-4">
      <Input
        type="search"
        className="min-w-0 flex-[1_1_16rem]"
        placeholder="Search cryptocurrencies..."
        aria-label="Search cryptocurrencies by name or symbol"
        maxLength={100}
        value={search}
        onChange={({ target }) => updateCoinListOptions({ search: target.value })}
      />
      <div className="flex min-w-0 flex-wrap gap-3 max-sm:flex-[1_1_100%]">
        <Select
          className="w-auto! flex-1 max-sm:min-w-[min(9rem,100%)] sm:min-w-[9.5rem]"
          aria-label="Sort by"
          options={sorts}
          value={sort}
          onChange={({ target }) => {
            const chosen = sorts.find(({ value }) => value === target.value)
            if (chosen) updateCoinListOptions({ sort: chosen.value })
          }}
        />
        <Button
          look="quiet"
          className="flex-1 max-sm:min-w-[min(9.5rem,100%)] sm:min-w-[9.5rem]"
          onClick={() => updateCoinListOptions({ descending: !descending })}
        >
          <Icon path={descending ? downIcon : upIcon} size={16} />
          <span>
            <span className="visually-hidden">Sort order: </span>
            {descending ? 'Descending' : 'Ascending'}
          </span>
        </Button>
      </div>
    </search>
  )
}
