import type { Plugin, Rolldown } from 'vite'

const library = /node_modules\/marked\/lib\/marked\.esm\.js$/
const used = new Set(['Lexer', 'Tokenizer'])

type Statement = Rolldown.ESTree.Program['body'][number]

/**
 * Leaves the parser and the renderers of `marked`, a fifth of it, out of the app, which only uses its lexer. The library is one module
 * that makes a parser when it is loaded, and hangs its parts on one function, so that the build would keep all of it.
 */
export const markedLexer = (): Plugin => ({
  name: 'marked-lexer',
  apply: 'build',
  transform(code, id) {
    if (!library.test(id)) return undefined
    const { body } = this.parse(code)
    const kept = body.filter((statement) => !isForCallers(statement)).map(({ start, end }) => code.slice(start, end))
    const exported = body.flatMap((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.specifiers : []))
    const names = exported
      .map(({ start, end }) => code.slice(start, end))
      .filter((name) => used.has(name.split(' ').at(-1) ?? ''))
    if (names.length !== used.size) this.error('The library exports other names. See whether the build leaves out its parser.')
    return {
      code: `${kept.join('\n').replaceAll(/=new (?=\w+;)/g, '=/* @__PURE__ */ new ')}\nexport { ${names.join()} }`,
      map: null,
    }
  },
})

/** Statements that hang parts on the function, name them for callers, or export them. */
const isForCallers = (statement: Statement) =>
  statement.type === 'ExpressionStatement' ||
  statement.type === 'ExportNamedDeclaration' ||
  (statement.type === 'VariableDeclaration' &&
    statement.declarations.every(({ init }) => init?.type === 'MemberExpression' || init?.type === 'Identifier'))
