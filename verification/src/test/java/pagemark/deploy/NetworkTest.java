package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Who can reach whom.
final class NetworkTest {
  private static final String NOWHERE = "255.255.255.255/32";

  private final Template template = Project.template();

  /// Ports, and who is behind them: a security group, a block or a prefix list.
  private record Opening(int from, int to, String peer) {
    static Opening of(JsonNode rule) {
      List<String> peers = new ArrayList<>();
      for (String field :
          List.of(
              "CidrIp",
              "CidrIpv6",
              "SourceSecurityGroupId",
              "SourcePrefixListId",
              "DestinationSecurityGroupId",
              "DestinationPrefixListId")) {
        if (rule.has(field)) {
          peers.add(rule.path(field).asText());
        }
      }
      assertEquals(1, peers.size(), rule::toString);
      String peer = peers.getFirst();
      assertTrue(
          rule.path("IpProtocol").asText().equals("tcp") || peer.equals(NOWHERE), rule::toString);
      return new Opening(rule.path("FromPort").asInt(), rule.path("ToPort").asInt(), peer);
    }
  }

  private Set<Opening> openings(Stack stack, String group, String direction) {
    Set<Opening> openings = new java.util.HashSet<>();
    stack
        .properties(group)
        .path("SecurityGroup" + direction)
        .forEach(rule -> openings.add(Opening.of(rule)));
    for (String name : stack.resources("AWS::EC2::SecurityGroup" + direction)) {
      JsonNode rule = stack.properties(name);
      if (rule.path("GroupId").asText().equals("<" + group + ">")) {
        openings.add(Opening.of(rule));
      }
    }
    openings.removeIf(opening -> opening.peer().equals(NOWHERE));
    return openings;
  }

  @Test
  void cacheIsOpenToTheFunctionsOnItsTwoPortsAndToNobodyElse() {
    for (Map<String, String> network : List.of(Choices.NONE, Choices.GIVEN_NETWORK)) {
      Stack stack = Stack.of(template, Choices.all(Choices.OPEN, network));
      assertEquals(
          Set.of(new Opening(6379, 6380, "<FunctionSecurityGroup>")),
          openings(stack, "CacheSecurityGroup", "Ingress"));
      assertEquals(Set.of(), openings(stack, "CacheSecurityGroup", "Egress"));
      assertEquals(
          "[\"<CacheSecurityGroup>\"]",
          stack.properties("Cache").path("SecurityGroupIds").toString());
    }
  }

  @Test
  void functionsReachTheCacheAndDynamoDbAndNobodyReachesThem() {
    Opening cache = new Opening(6379, 6380, "<CacheSecurityGroup>");
    assertEquals(Set.of(cache, new Opening(443, 443, "0.0.0.0/0")), outOf(Choices.NONE));
    assertEquals(
        Set.of(cache, new Opening(443, 443, "pl-0123abcd")),
        outOf(Map.of("DynamoDbPrefixListId", "pl-0123abcd")));
    assertEquals(
        Set.of(new Opening(6390, 6390, "sg-0123abcd"), new Opening(443, 443, "0.0.0.0/0")),
        outOf(Choices.GIVEN_INDEXES.getFirst()));
  }

  @Test
  void functionsReachTheDatabaseOnItsPortAndItAdmitsThem() {
    Opening dynamoDb = new Opening(443, 443, "0.0.0.0/0");
    Map<Integer, Map<String, String>> places =
        Map.of(5432, Choices.DATABASES.get(0), 3306, Choices.DATABASES.get(1));
    places.forEach(
        (port, place) -> {
          assertEquals(Set.of(dynamoDb, new Opening(port, port, "sg-4567abcd")), outOf(place));
          assertEquals(
              Set.of(new Opening(port, port, "<FunctionSecurityGroup>")), intoGiven(place));
        });
    for (List<Map<String, String>> others : List.of(Choices.CACHES, Choices.GIVEN_INDEXES)) {
      others.forEach(place -> assertEquals(Set.of(), intoGiven(place), place::toString));
    }
  }

  /// What the stack lets into the database's group, which is not its own.
  private Set<Opening> intoGiven(Map<String, String> place) {
    Stack stack = Stack.of(template, Choices.all(Choices.OPEN, place));
    Set<Opening> openings = new java.util.HashSet<>();
    for (String name : stack.resources("AWS::EC2::SecurityGroupIngress")) {
      JsonNode rule = stack.properties(name);
      assertEquals("sg-4567abcd", rule.path("GroupId").asText(), name);
      openings.add(Opening.of(rule));
    }
    return openings;
  }

  private Set<Opening> outOf(Map<String, String> place) {
    Stack stack = Stack.of(template, Choices.all(Choices.OPEN, place));
    assertEquals(Set.of(), openings(stack, "FunctionSecurityGroup", "Ingress"));
    return openings(stack, "FunctionSecurityGroup", "Egress");
  }

  /// A group without a rule of its own lets all out.
  @Test
  void everyGroupHasARuleForWhatGoesOut() {
    Stack stack = Stack.of(template, Choices.OPEN);
    for (String group : stack.resources("AWS::EC2::SecurityGroup")) {
      assertTrue(!stack.properties(group).path("SecurityGroupEgress").isEmpty(), group);
    }
  }

  @Test
  void everyFunctionIsInTheNetworkWhereThereIsOne() {
    for (Map<String, String> place : Choices.PLACES) {
      Stack stack = Stack.of(template, Choices.all(Choices.OPEN, place));
      String network = place.getOrDefault("Network", "created");
      String subnets =
          switch (network) {
            case "created" ->
                place.containsKey("AvailabilityZones")
                    ? "[\"<SubnetA>\",\"<SubnetB>\",\"<SubnetC>\"]"
                    : "[\"<SubnetA>\",\"<SubnetB>\"]";
            case "given" -> "[\"subnet-0123abcd\",\"subnet-4567abcd\"]";
            default -> "";
          };
      JsonNode watch = stack.properties(Template.WATCH).path("VpcConfig");
      assertTrue(watch.isMissingNode() || watch.isNull(), "no endpoint leads to the stream");
      for (String function : template.functions().keySet()) {
        if (function.equals(Template.WATCH)) {
          continue;
        }
        JsonNode vpc = stack.properties(function).path("VpcConfig");
        assertEquals(subnets, vpc.path("SubnetIds").toString(), function);
        assertEquals(
            network.equals("none") ? "" : "[\"<FunctionSecurityGroup>\"]",
            vpc.path("SecurityGroupIds").toString());
      }
      if (Choices.CACHES.contains(place)) {
        assertEquals(subnets, stack.properties("Cache").path("SubnetIds").toString());
      }
    }
  }

  @Test
  void createdNetworkHasGatewayEndpointsAndNoOtherWayOut() {
    Stack stack = Stack.of(template, Choices.OPEN);
    Set<String> types = new TreeSet<>();
    for (String name : stack.resources()) {
      String type = template.root().path("Resources").path(name).path("Type").asText();
      if (type.startsWith("AWS::EC2::")) {
        types.add(type);
      }
    }
    assertEquals(
        Set.of(
            "AWS::EC2::RouteTable",
            "AWS::EC2::SecurityGroup",
            "AWS::EC2::SecurityGroupEgress",
            "AWS::EC2::Subnet",
            "AWS::EC2::SubnetRouteTableAssociation",
            "AWS::EC2::VPC",
            "AWS::EC2::VPCEndpoint"),
        types,
        "no NAT, no gateway, no route");
    Set<String> services = new TreeSet<>();
    for (String endpoint : stack.resources("AWS::EC2::VPCEndpoint")) {
      JsonNode properties = stack.properties(endpoint);
      services.add(properties.path("ServiceName").asText());
      assertEquals("Gateway", properties.path("VpcEndpointType").asText());
      assertEquals("[\"<Routes>\"]", properties.path("RouteTableIds").toString());
    }
    assertEquals(
        Set.of("com.amazonaws.eu-central-1.dynamodb", "com.amazonaws.eu-central-1.s3"), services);
    for (String subnet : stack.resources("AWS::EC2::Subnet")) {
      assertEquals(false, stack.properties(subnet).path("MapPublicIpOnLaunch").asBoolean());
      assertEquals(
          "<Routes>", stack.properties(subnet + "Routes").path("RouteTableId").asText(), subnet);
    }
  }
}
