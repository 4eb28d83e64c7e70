// What comments need after they are first shown. One file, because the page has to name each that it may load.
export { CommentEditor } from './CommentEditor.tsx'
export { CommentTools } from './CommentTools.tsx'
export { Reactions } from './Reactions.tsx'
