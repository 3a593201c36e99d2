import type { ReactNode } from 'react'

interface StoredFileProps {
  url: string
  sha256: string
  /** Files of an inactive token are not served, so they have no link. */
  isPublic: boolean
  children: ReactNode
}

/** A series' public file with its hash. */
export function PublicFileLink({ url, sha256, isPublic, children }: StoredFileProps) {
  return (
    <span className="block min-w-0">
      {isPublic ? (
        <a className="wrap-anywhere" href={url} target="_blank" rel="noopener">
          {children}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ) : (
        <span className="wrap-anywhere">{children} (not public while the token is inactive)</span>
      )}
      <span className="num block text-[0.75rem] text-ink-3" title={`SHA-256 ${sha256}`}>
        {sha256.slice(0, 12)}…
      </span>
    </span>
  )
}
