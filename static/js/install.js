// The app on the home screen: only where the connection is secure.

export const installable = () => window.isSecureContext && "serviceWorker" in navigator

export function register() {
  if (installable()) navigator.serviceWorker.register("/sw.js").catch(() => {})
}
