import { Icon } from './Icon.tsx'
import { tokenDrawing } from './icons/tokens.tsx'
import './token-icon.css'

interface TokenIconProps {
  /** As in the response: an icon by name, or `custom` for the image at `icon_url`. */
  token: { icon: string; icon_type: string; icon_url: string; color: string }
  small?: boolean
}

/** A token's icon in its colors, or its own image. The text beside it names the token. */
export function TokenIcon({ token, small = false }: TokenIconProps) {
  const size = small ? 'size-9' : 'size-11'
  return (
    <span
      className={`token-icon grid flex-none place-items-center overflow-hidden rounded ${size}`}
      data-color={token.color}
    >
      {token.icon_type === 'custom' && token.icon_url ? (
        <img className="size-full object-contain" src={token.icon_url} alt="" width={44} height={44} />
      ) : (
        <Icon path={tokenDrawing(token.icon)} size={small ? 18 : 22} />
      )}
    </span>
  )
}
