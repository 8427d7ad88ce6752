// The buttons in the sources of the pages (`web/src`) and the catalogue's keys of their labels: also of those that are shown
// only in a state that no test comes to, of which `scripts/controls.mjs` cannot know.
import { join, posix } from 'node:path'
import { SyntaxKind as Kind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { isTest, projectFiles, root } from './tidy/sources.mjs'

const CHILDREN = 'children'
/** What an element is called by; the first it has counts. What only opens a part of the page (`summary`) is left out. */
const LABELS = ['aria-label', CHILDREN, 'title']
/** One of several that exclude each other is called by their group (`groupOf` in `e2e/note-controls.ts`). */
const GROUPS = ['tablist', 'radiogroup']
const IN_GROUPS = ['tab', 'radio']
const INPUTS = ['checkbox', 'file', 'range']
/** Of an object in a list of what can be pressed, as menus take them. */
const ACTS = ['onSelect']
/** What is not known of a key. */
const ANY = '*'

const isText = ({ kind }) => kind === Kind.StringLiteral || kind === Kind.NoSubstitutionTemplateLiteral
const identifier = (node) => (node?.kind === Kind.Identifier ? node.text : undefined)

function childrenOf(node) {
  const all = []
  node.forEachChild((child) => {
    all.push(child)
  })
  return all
}

function* within(node) {
  yield node
  for (const child of childrenOf(node)) yield* within(child)
}

/** Name, attributes and content of an element; null for anything else. */
function elementOf(node) {
  const tag = node.kind === Kind.JsxElement ? node.openingElement : node
  if (node.kind !== Kind.JsxElement && node.kind !== Kind.JsxSelfClosingElement) return null
  const values = new Map(node.kind === Kind.JsxElement ? [[CHILDREN, node.children]] : [])
  const spread = []
  for (const each of tag.attributes.properties) {
    if (each.kind === Kind.JsxSpreadAttribute) spread.push(identifier(each.expression))
    else values.set(each.name.text, each.initializer === undefined ? [] : [each.initializer])
  }
  return { name: identifier(tag.tagName), values, spread, at: tag.tagName }
}

/** What a component is given, by the names inside: `label` → `label`, `...rest` → `*`. */
function givenTo(component) {
  const given = new Map()
  const [first] = component.parameters
  const patterns = [first?.name]
  const whole = identifier(first?.name)
  if (whole !== undefined)
    for (const node of within(component.body))
      if (node.kind === Kind.VariableDeclaration && identifier(node.initializer) === whole)
        patterns.push(node.name)
  for (const { name, propertyName, dotDotDotToken } of patterns.flatMap((each) => each?.elements ?? [])) {
    const inside = identifier(name)
    if (inside !== undefined)
      given.set(inside, dotDotDotToken === undefined ? (propertyName?.text ?? inside) : ANY)
  }
  return { whole, given }
}

/** One file: what its texts can be, and which elements stand in which component. */
class Source {
  constructor(path, file, checker) {
    Object.assign(this, {
      path,
      file,
      checker,
      named: new Map(),
      imported: new Map(),
      elements: [],
      objects: [],
    })
    this.#read(file, { component: null, namespaces: new Map() })
  }

  #read(node, around) {
    let here = around
    const isNamed = node.kind === Kind.FunctionDeclaration && /^[A-Z]/.test(node.name?.text ?? '')
    if (node.body !== undefined && node.parameters !== undefined) {
      here = { ...around, namespaces: new Map(around.namespaces) }
      if (isNamed) here.component = { id: this.idOf(node.name.text), ...givenTo(node) }
    }
    if (node.kind === Kind.ImportDeclaration) this.#import(node)
    if (node.kind === Kind.VariableDeclaration && node.initializer !== undefined) {
      this.#keep(identifier(node.name), node.initializer, here)
      if (identifier(node.initializer.expression) === 'useTranslation') this.#translation(node, here)
    }
    if (node.kind === Kind.PropertyAssignment) this.#keep(node.name.text, node.initializer, here)
    if (node.kind === Kind.ObjectLiteralExpression) this.objects.push({ node, here })
    const element = elementOf(node)
    if (element !== null) this.elements.push({ ...element, here })
    for (const child of childrenOf(node)) this.#read(child, here)
  }

  #import({ importClause, moduleSpecifier }) {
    const path = posix.join(posix.dirname(this.path), moduleSpecifier.text)
    for (const { name, propertyName } of importClause?.namedBindings?.elements ?? [])
      this.imported.set(name.text, `${path} ${(propertyName ?? name).text}`)
  }

  /** Components of one name stand in several files. */
  idOf = (name) => this.imported.get(name) ?? `${this.path} ${name}`

  #keep(name, node, here) {
    if (name !== undefined) this.named.set(name, [...(this.named.get(name) ?? []), { node, here }])
  }

  #translation({ name, initializer }, { namespaces }) {
    const [asked] = initializer.arguments
    const first = asked?.elements?.[0] ?? asked
    const [namespace] = first === undefined ? [] : this.textsOf(first)
    for (const each of name.elements ?? [])
      if ((each.propertyName?.text ?? each.name.text) === 't') namespaces.set(each.name.text, namespace)
  }

  /** All that a text may be, with `*` for what nobody can know. */
  textsOf(node) {
    if (isText(node)) return [node.text]
    if (node.kind === Kind.TemplateExpression)
      return node.templateSpans.reduce(
        (texts, { expression, literal }) =>
          texts.flatMap((text) => this.textsOf(expression).map((part) => text + part + literal.text)),
        [node.head.text],
      )
    if (node.kind === Kind.ConditionalExpression)
      return [node.whenTrue, node.whenFalse].flatMap((each) => this.textsOf(each))
    const type = this.checker.getTypeAtLocation(node)
    const values = (type?.getTypes?.() ?? [type]).map((each) => each?.value)
    return values.every((value) => typeof value === 'string') ? values : [ANY]
  }

  lineOf = (node) => this.file.getLineAndCharacterOfPosition(node.end).line + 1
}

/** Whether an element is a button by itself, and what it is called by. */
function ownLabels({ name, values }) {
  const texts = (attribute) => (values.get(attribute) ?? []).filter(isText).map(({ text }) => text)
  const [role] = texts('role')
  if (GROUPS.includes(role)) return ['aria-label']
  const isPressed =
    name === 'button' ||
    (name === 'a' && values.has('download')) ||
    (name === 'input' && texts('type').some((type) => INPUTS.includes(type)))
  return isPressed && !IN_GROUPS.includes(role) ? LABELS : []
}

/**
 * What a label begins with: keys of the catalogues, words that stand in the source itself, and what the component is given by
 * whoever uses it. What follows its first words changes with the data.
 */
function readLabel(source, nodes, here) {
  const seen = new Set()
  const nothing = { keys: [], given: [] }
  const isSome = ({ keys, given }) => keys.length + given.length > 0
  const all = (some) => ({
    keys: [...new Set(some.flatMap(({ keys }) => keys))],
    given: [...new Set(some.flatMap(({ given }) => given))],
  })
  const first = (each, where) => {
    for (const node of each) {
      const found = read(node, where)
      if (isSome(found)) return found
    }
    return nothing
  }
  const follow = (name) => {
    const prop = here.component?.given.get(name)
    if (prop !== undefined) return { keys: [], given: [prop] }
    if (seen.has(name)) return nothing
    seen.add(name)
    return all((source.named.get(name) ?? []).map(({ node, here: where }) => read(node, where)))
  }
  const call = (node, where) => {
    const called = identifier(node.expression)
    if (called !== undefined && where.namespaces.has(called)) {
      const texts = source.textsOf(node.arguments[0])
      return {
        keys: texts.map((key) => (key.includes(':') ? key : `${where.namespaces.get(called)}:${key}`)),
        given: [],
      }
    }
    // Of a list: what each of it is shown as, or what stands in it.
    const bodies = node.arguments.flatMap(({ body }) => body ?? [])
    return first(bodies.length > 0 ? bodies : [node.expression.expression ?? []].flat(), where)
  }
  const read = (node, where) => {
    if (node.kind === Kind.CallExpression) return call(node, where)
    if (node.kind === Kind.JsxText) {
      const words = node.text.trim()
      return /\p{L}/u.test(words) ? { keys: [`“${words}”`], given: [] } : nothing
    }
    if (identifier(node) !== undefined) return follow(node.text)
    if (node.kind === Kind.PropertyAccessExpression) {
      const isOwn =
        here.component?.whole !== undefined && identifier(node.expression) === here.component.whole
      return isOwn ? { keys: [], given: [node.name.text] } : follow(node.name.text)
    }
    if (node.kind === Kind.ConditionalExpression)
      return all([node.whenTrue, node.whenFalse].map((each) => read(each, where)))
    const element = elementOf(node)
    if (element === null) return first(childrenOf(node), where)
    const label = LABELS.find((each) => element.values.has(each))
    return first([...(element.values.get(label) ?? []), ...(element.values.get('label') ?? [])], where)
  }
  return first(nodes, here)
}

/**
 * All buttons, each with its keys; with none where its words are not in the source. A component that puts what it is given
 * into the label of a button is a button wherever it is used.
 */
function buttonsIn(sources) {
  const components = new Map()
  const isNew = ({ id }, prop) => {
    const known = components.get(id) ?? new Set()
    components.set(id, known)
    return !known.has(prop) && known.add(prop).size > 0
  }
  const found = new Map()
  const look = (source, { name, values, spread, at, here }) => {
    const labels = [
      ...new Set([...ownLabels({ name, values }), ...(components.get(source.idOf(name)) ?? [])]),
    ]
    if (labels.length === 0) return false
    const own = here.component
    const passed = spread.some((each) => each === own?.whole || own?.given.get(each) === ANY)
      ? LABELS.filter((label) => labels.includes(label) && ![...own.given.values()].includes(label))
      : []
    const named = values.has(LABELS[0]) ? [LABELS[0]] : labels.filter((label) => values.has(label))
    const read = named.map((label) => readLabel(source, values.get(label), here))
    const keys = [...new Set(read.flatMap((each) => each.keys))]
    const given = [...passed, ...read.flatMap((each) => each.given)]
    const place = `${source.path}:${source.lineOf(at)}`
    if (keys.length > 0 || (named.length > 0 && given.length === 0)) found.set(place, { place, keys })
    return given.filter((prop) => isNew(own, prop)).length > 0
  }
  let grows = true
  while (grows)
    grows = sources.flatMap((source) => source.elements.map((each) => look(source, each))).includes(true)
  return [...found.values(), ...sources.flatMap(actsIn)]
}

/** Entries of menus: objects with what happens when they are chosen. */
function actsIn(source) {
  return source.objects.flatMap(({ node, here }) => {
    const properties = new Map(node.properties.map((each) => [each.name?.text, each.initializer]))
    const label = properties.get('label')
    if (label === undefined || !ACTS.some((act) => properties.has(act))) return []
    return [{ place: `${source.path}:${source.lineOf(label)}`, keys: readLabel(source, [label], here).keys }]
  })
}

/** The buttons of the pages as they are now. */
export function readButtons() {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProject: join(root, 'web/tsconfig.json') }).getProjects()
    const paths = projectFiles().filter((path) => /^web\/src\/.*\.tsx$/.test(path) && !isTest(path))
    return buttonsIn(
      paths.map((path) => new Source(path, project.program.getSourceFile(join(root, path)), project.checker)),
    )
  } finally {
    api.close()
  }
}
