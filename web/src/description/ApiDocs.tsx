import { Anchor, Badge, Code, Group, List, Table, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import '@mantine/core/styles/Code.layer.css'
import '@mantine/core/styles/Table.layer.css'
import { api } from 'contract'
import { useData } from '../api/data.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import styles from './ApiDocs.module.css'

type Schema = {
  type?: string
  enum?: string[]
  const?: string
  format?: string
  maxLength?: number
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}
type Content = { content?: { 'application/json'?: { schema: Schema } } }
type Operation = {
  tags: string[]
  operationId: string
  description: string
  'x-access': 'public' | 'signed_in' | string[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}
type Frames = { path: string; 'x-access': string[]; sends: Schema; receives: Schema }
type Document = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  'x-sockets': Frames[]
  'x-close-codes': Record<string, number>
}

/** Documents every call and socket, from the server's OpenAPI document. */
export const ApiDocs = () => (
  <PlainPage
    title="API"
    width={960}
    back={{ label: 'Home', href: '/' }}
    subtitle={
      <>
        Every call and socket of Atrium. As a document for tools:{' '}
        <Anchor href="/api/openapi.json" underline="always">
          openapi.json
        </Anchor>
      </>
    }
  >
    <Loaded failed="The description could not be loaded.">
      <Calls />
    </Loaded>
  </PlainPage>
)

function Calls() {
  const { info, paths, ...live } = useData(api.description.openapi, {}) as unknown as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  )
  const groups = Map.groupBy(operations, ({ tags }) => tags[0] ?? '')
  return (
    <>
      <Text mb="lg">{info.description}</Text>
      {[...groups].map(([tag, calls]) => (
        <section key={tag} aria-labelledby={`calls-${tag}`}>
          <Title order={2} id={`calls-${tag}`} mt="xl" mb="xs" tt="capitalize">
            {tag}
          </Title>
          {calls.map((call) => (
            <Call key={call.operationId} {...call} />
          ))}
        </section>
      ))}
      <section aria-labelledby="sockets">
        <Title order={2} id="sockets" mt="xl" mb="xs" tt="capitalize">
          Sockets
        </Title>
        <Text mb="xs">
          One JSON object a frame, authenticated by the same cookie. The server ends a connection with one of these codes:{' '}
          {Object.entries(live['x-close-codes'])
            .map(([reason, code]) => `${code} ${reason.replaceAll('_', ' ')}`)
            .join(', ')}
          .
        </Text>
        {live['x-sockets'].map((socket) => (
          <Socket key={socket.path} {...socket} />
        ))}
      </section>
    </>
  )
}

function Socket({ path, sends, receives, ...rest }: Frames) {
  const frames = [
    ...variantsOf(sends).map((frame) => ['sent', frame] as const),
    ...variantsOf(receives).map((frame) => ['received', frame] as const),
  ]
  return (
    <details className={styles.call}>
      <Group component="summary" gap="xs" p="2xs">
        <Badge variant="light" w={72}>
          WS
        </Badge>
        <Code className={styles.path}>{path}</Code>
        <Who>{rest['x-access'].join(', ')}</Who>
      </Group>
      <List listStyleType="disc" fz="var(--text-small)" spacing="var(--space-1-half)" my="xs">
        {frames.map(([direction, frame]) => (
          <List.Item key={`${direction} ${exampleOf(frame)}`}>
            {direction} <Code className={styles.path}>{exampleOf(frame)}</Code>
          </List.Item>
        ))}
      </List>
    </details>
  )
}

const Who = ({ children }: { children: string }) => (
  <Text span inherit c="dimmed" ms="auto" fz="var(--text-small)">
    {children}
  </Text>
)

const variantsOf = (schema: Schema): Schema[] => {
  const variants = schema.anyOf ?? schema.oneOf
  return variants ? variants.flatMap(variantsOf) : [schema]
}

/** A frame's fields, with the values of its constant ones. */
const exampleOf = ({ properties = {}, required = [] }: Schema) =>
  `{ ${Object.entries(properties)
    .map(([name, { const: only }]) => (only ? `${name}: "${only}"` : required.includes(name) ? name : `${name}?`))
    .join(', ')} }`

function Call({
  path,
  method,
  description,
  parameters,
  requestBody,
  responses,
  ...rest
}: Operation & { path: string; method: string }) {
  const access = rest['x-access']
  const body = requestBody?.content?.['application/json']?.schema
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? ['200', {}]
  const fields = [
    ...parameters.map(({ name, required, schema, in: location }) => ({ name, location, required, schema })),
    ...fieldsOf(body).map((field) => ({ ...field, location: 'body' })),
    ...fieldsOf(answer.content?.['application/json']?.schema).map((field) => ({ ...field, location: status })),
  ]
  return (
    <details className={styles.call}>
      <Group component="summary" gap="xs" p="2xs">
        <Badge variant="light" w={72}>
          {method}
        </Badge>
        <Code className={styles.path}>{path}</Code>
        <Who>{Array.isArray(access) ? access.join(', ') : access.replace('_', ' ')}</Who>
      </Group>
      <Text size="sm" c="dimmed" my="xs">
        {description}
      </Text>
      {fields.length > 0 && (
        <Table.ScrollContainer minWidth={480}>
          <Table fz="sm" layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={90}>Where</Table.Th>
                <Table.Th w={190}>Name</Table.Th>
                <Table.Th>What</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map(({ location, name, required, schema }) => (
                <Table.Tr key={`${location} ${name}`}>
                  <Table.Td>{location}</Table.Td>
                  <Table.Td>
                    <Code>{name}</Code>
                    {required && location === 'body' && ' *'}
                  </Table.Td>
                  <Table.Td>{nameOf(schema)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </details>
  )
}

const fieldsOf = (schema: Schema | undefined) =>
  Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: Boolean(schema?.required?.includes(name)),
  }))

function nameOf({ type, enum: values, const: only, format, maxLength, items, anyOf, properties }: Schema): string {
  if (values) return values.join(' | ')
  if (only) return only
  if (anyOf) return anyOf.map(nameOf).join(' | ')
  if (type === 'array') return `list of ${items ? nameOf(items) : 'anything'}`
  if (properties) return `{ ${Object.keys(properties).join(', ')} }`
  return [type ?? 'see the description', format && `(${format})`, maxLength && `at most ${maxLength} characters`]
    .filter(Boolean)
    .join(' ')
}
