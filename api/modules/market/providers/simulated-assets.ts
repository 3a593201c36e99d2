/**
 * An asset of the simulated market. Base prices are realistic, not real: the feed is labeled as simulated. The gold
 * price is the one assumed in the valuation of the demonstration series $WITGOLD, so that the two are consistent.
 */

export interface SimulatedAsset {
  /** CoinGecko's name for coins. */
  slug: string
  symbol: string
  name: string
  kind: 'metal' | 'crypto'
  /** US dollars. */
  base: number
  /** Typical swing of the slowest component, as a share of the price. */
  swing: number
  /** Units in circulation; null for metals, whose market cap no source reports. */
  supply: number | null
  /** Share of the market cap that is traded in a day. */
  turnover: number
}

const metal = (slug: string, symbol: string, name: string, base: number, swing: number): SimulatedAsset => ({
  slug,
  symbol,
  name,
  kind: 'metal',
  base,
  swing,
  supply: null,
  turnover: 0,
})

/** `supply` in millions. */
const coin = (
  slug: string,
  symbol: string,
  name: string,
  base: number,
  supply: number,
  swing = 0.24,
  turnover = 0.04,
): SimulatedAsset => ({
  slug,
  symbol,
  name,
  kind: 'crypto',
  base,
  swing,
  supply: supply * 1e6,
  turnover,
})

/** Pegged to the dollar: they hardly move and have a high turnover. */
const dollar = (slug: string, symbol: string, name: string, supply: number): SimulatedAsset =>
  coin(slug, symbol, name, 1, supply, 0.0004, 0.25)

export const simulatedAssets: readonly SimulatedAsset[] = [
  metal('gold', 'XAU', 'Gold', 2_955, 0.05),
  metal('silver', 'XAG', 'Silver', 28, 0.08),
  metal('platinum', 'XPT', 'Platinum', 980, 0.06),
  metal('palladium', 'XPD', 'Palladium', 1_020, 0.09),
  coin('bitcoin', 'BTC', 'Bitcoin', 96_000, 19.9, 0.16, 0.02),
  coin('ethereum', 'ETH', 'Ethereum', 3_100, 120.5, 0.2, 0.05),
  dollar('tether', 'USDT', 'Tether', 138_000),
  coin('ripple', 'XRP', 'XRP', 2.3, 57_500, 0.24),
  coin('binancecoin', 'BNB', 'BNB', 650, 144, 0.16, 0.02),
  coin('solana', 'SOL', 'Solana', 190, 482, 0.26, 0.05),
  dollar('usd-coin', 'USDC', 'USDC', 44_000),
  coin('dogecoin', 'DOGE', 'Dogecoin', 0.32, 147_500, 0.3, 0.06),
  coin('cardano', 'ADA', 'Cardano', 0.93, 35_200, 0.26),
  coin('tron', 'TRX', 'TRON', 0.25, 86_200, 0.16),
  coin('avalanche-2', 'AVAX', 'Avalanche', 38, 410),
  coin('the-open-network', 'TON', 'Toncoin', 5.4, 2_550, 0.2, 0.03),
  coin('chainlink', 'LINK', 'Chainlink', 22, 638),
  coin('stellar', 'XLM', 'Stellar', 0.38, 30_400),
  coin('hedera-hashgraph', 'HBAR', 'Hedera', 0.27, 38_200),
  coin('sui', 'SUI', 'Sui', 3.4, 3_000, 0.3, 0.07),
  coin('shiba-inu', 'SHIB', 'Shiba Inu', 0.0000215, 589_000_000, 0.3),
  coin('polkadot', 'DOT', 'Polkadot', 6.9, 1_530),
  coin('litecoin', 'LTC', 'Litecoin', 104, 75.4, 0.2, 0.07),
  coin('bitcoin-cash', 'BCH', 'Bitcoin Cash', 440, 19.8, 0.2),
  coin('uniswap', 'UNI', 'Uniswap', 13, 600),
  dollar('dai', 'DAI', 'Dai', 5_300),
  coin('leo-token', 'LEO', 'LEO Token', 8.9, 924, 0.08, 0.002),
  coin('hyperliquid', 'HYPE', 'Hyperliquid', 22, 334, 0.32),
  coin('pepe', 'PEPE', 'Pepe', 0.0000172, 420_690_000, 0.36, 0.14),
  coin('near', 'NEAR', 'NEAR Protocol', 5.2, 1_170),
  coin('aptos', 'APT', 'Aptos', 8.8, 570),
  coin('internet-computer', 'ICP', 'Internet Computer', 10.2, 478),
  coin('ethereum-classic', 'ETC', 'Ethereum Classic', 26, 150),
  coin('aave', 'AAVE', 'Aave', 310, 15.1),
  coin('monero', 'XMR', 'Monero', 205, 18.4, 0.14, 0.025),
  coin('render-token', 'RENDER', 'Render', 7.2, 517),
  coin('mantle', 'MNT', 'Mantle', 1.05, 3_364),
  coin('crypto-com-chain', 'CRO', 'Cronos', 0.14, 27_200),
  coin('bittensor', 'TAO', 'Bittensor', 450, 8.2),
  coin('vechain', 'VET', 'VeChain', 0.045, 81_000),
  coin('polygon-ecosystem-token', 'POL', 'POL', 0.46, 8_400),
  coin('filecoin', 'FIL', 'Filecoin', 5, 620),
  coin('arbitrum', 'ARB', 'Arbitrum', 0.72, 4_300),
  coin('algorand', 'ALGO', 'Algorand', 0.35, 8_350),
  coin('cosmos', 'ATOM', 'Cosmos Hub', 6.6, 391),
  coin('kaspa', 'KAS', 'Kaspa', 0.11, 25_600),
  coin('okb', 'OKB', 'OKB', 49, 60, 0.14, 0.008),
  coin('optimism', 'OP', 'Optimism', 1.8, 1_350),
  coin('fantom', 'FTM', 'Fantom', 0.7, 2_800),
  coin('celestia', 'TIA', 'Celestia', 4.9, 490),
  coin('injective-protocol', 'INJ', 'Injective', 21, 99),
  coin('immutable-x', 'IMX', 'Immutable', 1.3, 1_730),
  coin('blockstack', 'STX', 'Stacks', 1.5, 1_510),
  coin('the-graph', 'GRT', 'The Graph', 0.2, 9_550),
  coin('theta-token', 'THETA', 'Theta Network', 2.1, 1_000),
  coin('worldcoin-wld', 'WLD', 'Worldcoin', 2.1, 880),
]
