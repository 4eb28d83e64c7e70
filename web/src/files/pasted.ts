/** The files that are pasted. */
export const filesIn = (pasted: DataTransfer | null) => [...(pasted?.files ?? [])].map(withName)

/** Browsers call every screenshot `image.png`. */
function withName(file: File) {
  if (file.name !== 'image.png') return file
  const time = new Date().toLocaleString('sv').replaceAll(':', '.')
  return new File([file], `Pasted image ${time}.png`, { type: file.type })
}
