import type { Facts } from '@toolstone/protocol';
import type { AnyTool, ServiceKey } from '../tool/define-tool.ts';
import type { BatchScope, PipelineContext } from './call.ts';

/** What a tool learns of the batch that it is called in. */
export type ToolScope = Pick<BatchScope, 'scope' | 'readSet' | 'capabilities' | 'surface' | 'role'>;

/** What prepare and execute have in common. */
export function toolContext(context: PipelineContext, batch: ToolScope, tool: AnyTool) {
  const { environment, settings } = context;
  return {
    workstreamId: context.workstreamId,
    scope: batch.scope,
    cwd: environment.cwd,
    home: environment.home,
    roots: environment.roots,
    readSet: batch.readSet,
    settings,
    capabilities: batch.capabilities,
    clock: context.clock,
    hasher: context.hasher,
    compute: context.compute,
    workspace: context.workspace,
    mayRead: (path: string) => mayRead(path, { tool: tool.name, surface: batch.surface, role: batch.role }, context),
    service<Service>(key: ServiceKey<Service>): Service {
      const service = context.services.get(key.name);
      if (service === undefined || !tool.needs?.some(({ name }) => name === key.name)) {
        throw new Error(
          `${tool.name} has no service "${key.name}": it must be in \`needs\` and bound by the composition`,
        );
      }
      // A key carries the type of what the composition binds under its name.
      return service as Service;
    },
  };
}

/** What the rules say of reading one file with a tool that needs no approval for it. */
function mayRead(
  path: string,
  by: { readonly tool: string } & Pick<BatchScope, 'surface' | 'role'>,
  { policy }: Pick<PipelineContext, 'policy'>,
): boolean {
  const facts: Facts = { effects: 'read', touches: [{ path, access: 'read' }], hosts: [], commands: [], args: {} };
  const { ruling } = policy.decide({ ...by, approvalLabel: by.tool, facts, defaultNeedsApproval: false });
  return ruling.effect === 'allow';
}
