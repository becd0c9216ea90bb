import { decodeText, type EngineRequest } from './http-message.ts';
import type { RequestParameters } from './parameters.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

/** A request with the names that its path gave. */
export interface RoutedRequest extends EngineRequest {
  /** The value of `{name}` in the route's path; throws for a name that the path has not. */
  part(name: string): string;
  readonly read: RequestParameters;
}

export interface Route<Answer> {
  readonly methods: readonly Method[];
  /** Segments between slashes: words, or `{name}` for any one segment. */
  readonly path: string;
  readonly handle: (request: RoutedRequest) => Answer;
}

export type RouteMatch<Answer> =
  | { readonly type: 'found'; readonly route: Route<Answer>; readonly parts: ReadonlyMap<string, string> }
  | { readonly type: 'wrong-method'; readonly allowed: readonly Method[] }
  | { readonly type: 'none' };

interface Node<Answer> {
  readonly words: Map<string, Node<Answer>>;
  name: { readonly called: string; readonly node: Node<Answer> } | null;
  readonly routes: Map<Method, Route<Answer>>;
}

export interface RouteTable<Answer> {
  /** A word of a route goes before a name at the same place. */
  match(method: string, path: string): RouteMatch<Answer>;
}

/** Finds the route of a path; HEAD is answered by what answers GET where it has no route of its own. */
export const createRouteTable = <Answer>(routes: readonly Route<Answer>[]): RouteTable<Answer> => {
  const root = emptyNode<Answer>();
  for (const route of routes) {
    let node = root;
    for (const segment of segmentsOf(route.path)) node = childOf(node, segment, route.path);
    for (const method of route.methods) {
      if (node.routes.has(method)) throw new Error(`two routes for ${method} ${route.path}`);
      node.routes.set(method, route);
    }
  }
  return {
    match(method, path) {
      const parts = new Map<string, string>();
      const allowed = new Set<Method>();
      const route = find(root, { segments: segmentsOf(path), at: 0 }, { method, parts, allowed });
      if (route !== undefined) return { type: 'found', route, parts };
      return allowed.size === 0 ? { type: 'none' } : { type: 'wrong-method', allowed: [...allowed] };
    },
  };
};

const emptyNode = <Answer>(): Node<Answer> => ({ words: new Map(), name: null, routes: new Map() });

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

const childOf = <Answer>(node: Node<Answer>, segment: string, path: string): Node<Answer> => {
  if (segment.startsWith('{')) {
    const called = segment.slice(1, -1);
    node.name ??= { called, node: emptyNode() };
    if (node.name.called !== called) throw new Error(`${path}: this place is called {${node.name.called}} elsewhere`);
    return node.name.node;
  }
  const known = node.words.get(segment);
  if (known !== undefined) return known;
  const made = emptyNode<Answer>();
  node.words.set(segment, made);
  return made;
};

const find = <Answer>(
  node: Node<Answer>,
  place: { readonly segments: readonly string[]; readonly at: number },
  search: { readonly method: string; readonly parts: Map<string, string>; readonly allowed: Set<Method> },
): Route<Answer> | undefined => {
  const segment = place.segments[place.at];
  if (segment === undefined) {
    for (const [method, route] of node.routes) {
      if (method === search.method || (search.method === 'HEAD' && method === 'GET')) return route;
      search.allowed.add(method);
    }
    return undefined;
  }
  const next = { segments: place.segments, at: place.at + 1 };
  const word = node.words.get(segment);
  const byWord = word === undefined ? undefined : find(word, next, search);
  if (byWord !== undefined || node.name === null) return byWord;
  search.parts.set(node.name.called, decodeText(segment));
  return find(node.name.node, next, search);
};
