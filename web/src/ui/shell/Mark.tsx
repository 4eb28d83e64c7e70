/** The product's sign, `size` pixels wide and high. The name belongs beside it as text. */
export const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#007d73" />
    <path d="M8 24V14a8 8 0 0 1 16 0v10" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    <path d="M13.5 24v-9a2.5 2.5 0 0 1 5 0v9z" fill="#55ddd0" />
  </svg>
)
