type Values = { text: string }

export const commentForm = { blank: { text: '' }, toBody: ({ text }: Values) => ({ text }), problems: () => ({}) }
