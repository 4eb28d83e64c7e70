// Parts of comments that load after these are shown. One file, because the page has to name each that it may load.
export { CommentEditor } from './CommentEditor.tsx'
export { CommentTools } from './CommentTools.tsx'
export { Reactions } from './Reactions.tsx'
