// Before the first paint: what "auto" means on this device. A file of our own, since inline scripts are refused.
const page = document.documentElement
if (page.dataset.theme === 'auto')
  page.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
