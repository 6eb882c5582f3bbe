package pagemark.tree.simulation;

import pagemark.tree.request.Nodes;

final class SimulatedNodesTest extends NodesContract {
  @Override
  protected Nodes nodes(String generation) {
    return new SimulatedNodes(generation);
  }
}
