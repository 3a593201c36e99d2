import { useId, useSyncExternalStore } from 'react'
import { chooseTheme, readTheme, themes, watchTheme } from '#core/browser/theme'

/** Light, Dark or System, as one choice of three: the same one as on the public pages. */
export function ThemeChoice() {
  const chosen = useSyncExternalStore(watchTheme, readTheme)
  const name = useId()
  return (
    <fieldset className="theme-choice">
      <legend className="visually-hidden">Theme</legend>
      {themes.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => chooseTheme(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
