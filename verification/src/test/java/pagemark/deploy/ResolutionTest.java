package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static pagemark.deploy.Choices.DATABASE;
import static pagemark.deploy.Choices.DYNAMODB;
import static pagemark.deploy.Choices.GIVEN_INDEX;
import static pagemark.deploy.Choices.GIVEN_NETWORK;
import static pagemark.deploy.Choices.GIVEN_TABLE;
import static pagemark.deploy.Choices.JWT;
import static pagemark.deploy.Choices.NO_NETWORK;
import static pagemark.deploy.Choices.OPEN;
import static pagemark.deploy.Choices.READER;
import static pagemark.deploy.Choices.SCOPES;
import static pagemark.deploy.Choices.SECRET;
import static pagemark.deploy.Choices.ZONES;
import static pagemark.deploy.Choices.all;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import pagemark.index.TakesLong;

/// Resolves the template under the combinations that [Choices] makes of the parameters that its
/// conditions depend on.
@TakesLong(nightly = 65)
final class ResolutionTest {
  private final Template template = Project.template();

  /// A resource that exists only under a condition may be named only under that condition.
  @Test
  void everyReferenceResolvesUnderEveryCombinationOfConditions() {
    Set<String> seen = new TreeSet<>();
    Choices.everything().forEach(parameters -> seen.addAll(resolve(parameters)));
    assertEquals(template.names("Resources"), seen, "each is there under some combination");
  }

  private Set<String> resolve(Map<String, String> parameters) {
    Stack stack = Stack.of(template, parameters);
    assertEquals(List.of(), stack.refusals(), parameters::toString);
    Set<String> resources = stack.resources();
    for (String resource : resources) {
      assertDoesNotThrow(() -> stack.properties(resource), () -> resource + " of " + parameters);
    }
    assertDoesNotThrow(stack::outputs, parameters::toString);
    return resources;
  }

  @Test
  void rulesRefuseIncompleteGroupsOfParameters() {
    assertRefused("AuthMode jwt needs JwtIssuer.", JWT, Map.of("JwtIssuer", ""));
    assertRefused("AuthMode jwt needs JwtAudience.", JWT, Map.of("JwtAudience", ""));
    assertRefused(
        "JwtIssuer goes with AuthMode jwt. With none, nobody is asked for a token.",
        JWT,
        Map.of("AuthMode", "none"));
    assertRefused(
        "JwtScopes goes with AuthMode jwt. With none, nobody is asked for a token.", OPEN, SCOPES);
    assertRefused("VpcId and SubnetIds go with Network given.", OPEN, Map.of("VpcId", "vpc-0"));
    assertRefused(
        "AvailabilityZones goes with Network created. A given network has its zones.",
        all(OPEN, GIVEN_NETWORK),
        ZONES);
    assertRefused(
        "Network given needs VpcId and SubnetIds.", all(OPEN, GIVEN_NETWORK), Map.of("VpcId", ""));
    assertRefused(
        "Network given needs VpcId and SubnetIds.",
        all(OPEN, GIVEN_NETWORK),
        Map.of("SubnetIds", ""));
    assertEquals(List.of(), Stack.of(template, all(OPEN, GIVEN_TABLE)).refusals());
  }

  @Test
  void rulesRefuseAnIndexThatNobodyReachesOrThatIsNamedTwice() {
    for (Map<String, String> index : List.of(GIVEN_INDEX, SECRET)) {
      assertRefused(
          "A created network reaches nothing outside. IndexUrl and IndexSecretArn go with Network"
              + " given or none.",
          OPEN,
          index);
      String incomplete =
          "In a given network, an index of yours needs IndexSecurityGroupId and IndexPort.";
      assertRefused(incomplete, all(OPEN, GIVEN_NETWORK), index);
      assertRefused(
          incomplete, all(OPEN, GIVEN_NETWORK, index), Map.of("IndexSecurityGroupId", "sg-0"));
      assertRefused(incomplete, all(OPEN, GIVEN_NETWORK, index), Map.of("IndexPort", "6379"));
    }
    assertRefused(
        "Network none needs IndexUrl or IndexSecretArn. A created cache can be reached from its"
            + " network only.",
        OPEN,
        NO_NETWORK);
    assertRefused(
        "IndexSecurityGroupId and IndexPort go with Network given.",
        all(OPEN, NO_NETWORK, GIVEN_INDEX),
        Map.of("IndexPort", "6379"));
    assertRefused(
        "IndexSecurityGroupId and IndexPort go with IndexUrl or IndexSecretArn.",
        all(OPEN, GIVEN_NETWORK),
        Map.of("IndexSecurityGroupId", "sg-4567abcd"));
    assertRefused(
        "IndexUrl and IndexSecretArn both name the index. Give one of them.",
        all(OPEN, NO_NETWORK, GIVEN_INDEX),
        SECRET);
    assertRefused("ReaderIndexUrl goes with IndexUrl.", OPEN, READER);
    assertRefused("ReaderIndexUrl goes with IndexUrl.", all(OPEN, NO_NETWORK, SECRET), READER);
  }

  @Test
  void rulesRefuseHalfADatabase() {
    assertRefused(
        "IndexKind sql needs IndexUrl or IndexSecretArn.", all(OPEN, NO_NETWORK), Choices.SQL);
    assertRefused(
        "DatabaseResourceId goes with IndexUrl.",
        all(OPEN, NO_NETWORK, Choices.SQL, SECRET),
        Map.of("DatabaseResourceId", "db-ABCDEFGHIJKL01234"));
    assertRefused(
        "With DatabaseResourceId, the API logs in as pagemark_api. Leave out ReaderIndexUrl.",
        all(OPEN, NO_NETWORK, DATABASE),
        READER);
    assertRefused(
        "DatabaseResourceId goes with IndexKind sql.",
        all(OPEN, NO_NETWORK),
        all(DATABASE, Map.of("IndexKind", "redis")));
  }

  @Test
  void rulesRefuseANetworkAndAnotherIndexBesidesTheOneInDynamoDb() {
    assertRefused(
        "IndexKind dynamodb needs no network of its own. It goes with Network none or given.",
        OPEN,
        DYNAMODB);
    for (Map<String, String> index : List.of(GIVEN_INDEX, SECRET)) {
      assertRefused(
          "IndexUrl and IndexSecretArn go with IndexKind redis or sql.",
          all(OPEN, NO_NETWORK, DYNAMODB),
          index);
    }
    assertRefused("ReaderIndexUrl goes with IndexUrl.", all(OPEN, NO_NETWORK, DYNAMODB), READER);
  }

  private void assertRefused(String why, Map<String, String> base, Map<String, String> change) {
    Map<String, String> parameters = new HashMap<>(base);
    parameters.putAll(change);
    assertEquals(List.of(why), Stack.of(template, parameters).refusals());
  }
}
