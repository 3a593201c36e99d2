/**
 * Runs before the first paint, so that neither the theme nor the signed-in part of the navigation bar flickers. Inlined
 * on every page with identical text, because its hash is in the CSP.
 */
export const headScript = `(function(d){var t;try{t=localStorage.getItem('theme');d.dataset.session=localStorage.getItem('token')&&localStorage.getItem('user')?'in':'out'}catch(e){}d.dataset.theme=t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'})(document.documentElement)`
