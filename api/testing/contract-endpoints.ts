/** Every endpoint that the contract describes. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint'
import { projectRoot } from '#shared/project-root'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Each endpoint with its name in code, such as `adminRegister.createMovement`. */
export async function listContractEndpoints(): Promise<{ name: string; endpoint: Endpoint }[]> {
  const folder = join(projectRoot, 'api/contract')
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, unknown>> => import(/* @vite-ignore */ join(folder, file))),
  )
  return modules.flatMap((exported) =>
    Object.entries(exported).flatMap(([group, endpoints]) =>
      Object.entries(Object(endpoints) as Record<string, unknown>).flatMap(([name, endpoint]) =>
        isEndpoint(endpoint) ? [{ name: `${group}.${name}`, endpoint }] : [],
      ),
    ),
  )
}
