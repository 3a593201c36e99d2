import { createBrowserRouter, RouterProvider } from 'react-router'
import { guard } from './guard.ts'
import { Login } from './Login.tsx'
import { NotFound } from './NotFound.tsx'
import { RouteError } from './RouteError.tsx'
import './area.css'

const guardedPages = ['dashboard', 'transactions', 'settings', 'documents']

const routes = [
  {
    path: '/access',
    errorElement: <RouteError />,
    children: [
      { path: 'login', element: <Login /> },
      ...guardedPages.map((path) => ({ path, loader: guard, element: <NotFound /> })),
      { path: '*', element: <NotFound /> },
    ],
  },
  { path: '*', element: <NotFound /> },
]

/** The area behind /access: client-only, because what it shows depends on who is signed in. */
export function InvestorArea() {
  return <RouterProvider router={createBrowserRouter(routes)} />
}
