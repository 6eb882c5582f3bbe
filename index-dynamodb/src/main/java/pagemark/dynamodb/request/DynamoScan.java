package pagemark.dynamodb.request;

import static java.util.Objects.requireNonNull;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import pagemark.tree.node.GroupName;
import pagemark.tree.node.Item;
import pagemark.tree.node.NodeKey;
import pagemark.tree.request.NodeScan;
import pagemark.tree.request.RootScan;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/// Scans a table for roots. A part is 500 items of the table. It costs half a unit for each 4 KB,
/// of roots and other items alike, because it is eventually consistent.
///
/// A position is the last item's key: the partition in hexadecimal digits, a slash, the sort key.
public record DynamoScan(Calls calls, TableNames tables) implements RootScan, NodeScan {
  private static final int ITEMS_MAX = 500;
  private static final HexFormat HEX = HexFormat.of();

  @Override
  public RootScan.RootsPart roots(String generation, String from) {
    ScanResponse response = scan(generation, from, ItemCodec.LISTING);
    return new RootScan.RootsPart(
        response.items().stream().map(item -> root(generation, item)).toList(), next(response));
  }

  @Override
  public NodeScan.NodesPart nodes(String generation, String from) {
    ScanResponse response = scan(generation, from, ItemCodec.PARTITION);
    List<Node> nodes =
        response.items().stream()
            .filter(item -> sort(item).equals(Item.Name.N.name()))
            .map(item -> new Node(key(generation, item), (Item.Content) ItemCodec.decode(item)))
            .toList();
    return new NodeScan.NodesPart(nodes, next(response));
  }

  /// @param attribute only items that have it are sent
  private ScanResponse scan(String generation, String from, String attribute) {
    String table = tables.table(generation);
    ScanRequest.Builder request =
        ScanRequest.builder()
            .tableName(table)
            .limit(ITEMS_MAX)
            .filterExpression("attribute_exists(" + attribute + ")");
    if (!from.equals(BEGIN)) {
      request.exclusiveStartKey(key(from));
    }
    return calls.make(table, dynamo -> dynamo.scan(request.build()));
  }

  private static String next(ScanResponse response) {
    return response.lastEvaluatedKey().isEmpty() ? BEGIN : text(response.lastEvaluatedKey());
  }

  private static NodeKey key(String generation, Map<String, AttributeValue> item) {
    return NodeKey.of(generation, partition(item).asByteArrayUnsafe());
  }

  private static String sort(Map<String, AttributeValue> item) {
    return requireNonNull(item.get(ItemCodec.SORT)).s();
  }

  private static Root root(String generation, Map<String, AttributeValue> item) {
    Item.Content content = (Item.Content) ItemCodec.decode(item);
    GroupName group = content.group();
    return new Root(key(generation, item), requireNonNull(group), content);
  }

  private static SdkBytes partition(Map<String, AttributeValue> item) {
    return requireNonNull(item.get(ItemCodec.PARTITION)).b();
  }

  private static String text(Map<String, AttributeValue> key) {
    return HEX.formatHex(partition(key).asByteArrayUnsafe()) + "/" + sort(key);
  }

  private static Map<String, AttributeValue> key(String text) {
    String[] parts = text.split("/", 2);
    if (parts.length < 2) {
      throw new IllegalArgumentException("not a position of a scan: " + text);
    }
    return Map.of(
        ItemCodec.PARTITION,
        AttributeValue.fromB(SdkBytes.fromByteArray(HEX.parseHex(parts[0]))),
        ItemCodec.SORT,
        AttributeValue.fromS(parts[1]));
  }
}
