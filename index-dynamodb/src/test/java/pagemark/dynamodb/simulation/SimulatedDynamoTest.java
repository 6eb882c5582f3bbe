package pagemark.dynamodb.simulation;

import pagemark.dynamodb.request.Nodes;

final class SimulatedDynamoTest extends NodesContract {
  @Override
  protected Nodes nodes(String generation) {
    return new SimulatedDynamo(generation);
  }
}
