// Names and words as people compare them: without case, accents and what nobody sees. The database's function `folded` is the same.

/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, nuktas, and the tatweel. Vowels of Indic scripts and of Thai are letters. */
const accents =
  '\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ed\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u0cbc'
const dropped = new RegExp(`[${accents}\\p{Default_Ignorable_Code_Point}]`, 'gu')

/** Letters that Unicode does not take apart, and punctuation that keyboards have in several forms. */
const equal: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ', ي: 'ی', ك: 'ک' },
  ...{ '’': "'", '‘': "'", ʼ: "'", ʻ: "'", ʹ: "'", '′': "'", '`': "'", '“': '"', '”': '"', '„': '"' },
  ...{ '‐': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-' },
}
const replaced = new RegExp(`[${Object.keys(equal).join('')}]`, 'gu')

/** `Łukasz`, `lukasz` and `LUKASZ` alike. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(dropped, '')
    .replace(replaced, (letter) => equal[letter] ?? letter)

/** A class of the characters of scripts that are written without spaces, or whose words begin inside of others. */
export const unspaced =
  '\\u0e01-\\u0e4e\\u0e81-\\u0ecd\\u1000-\\u103f\\u1780-\\u17d3\\u3005-\\u3007\\u3041-\\u3096\\u309d\\u309e\\u30a1-\\u30fa\\u30fc-\\u30fe\\u3105-\\u312f\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\u{20000}-\\u{3ffff}'
