import { useId, useSyncExternalStore } from 'react'
import { getTheme, setTheme, subscribeToTheme, themes } from '#core/browser/theme'

/** Light, Dark or System as one choice, shared with the public pages. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(subscribeToTheme, getTheme)
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
            onChange={() => setTheme(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
