/** Makes one value for each key and keeps it: the query of a page whose URL names what it shows. */
export function byKey<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}
