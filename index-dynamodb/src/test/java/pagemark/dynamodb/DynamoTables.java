package pagemark.dynamodb;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import pagemark.dynamodb.request.ItemCodec;
import pagemark.dynamodb.request.TableNames;
import pagemark.entry.Bytes;
import pagemark.index.GroupRef;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.state.LocalDynamo;
import pagemark.tree.node.Inner;
import pagemark.tree.node.InnerCounts;
import pagemark.tree.node.Item;
import pagemark.tree.node.Leaf;
import pagemark.tree.node.Leaf.Register;
import pagemark.tree.node.Leaf.Register.Stamp;
import pagemark.tree.node.NodeKey;
import pagemark.tree.write.NodeLimits;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The tables of a test on DynamoDB Local: opens an index of a new prefix, and reads and changes
/// items without it.
record DynamoTables(LocalDynamo dynamo, TableNames names) {
  static DynamoTables create() {
    LocalDynamo dynamo = LocalDynamo.create();
    return new DynamoTables(dynamo, new TableNames(dynamo.table() + ".index"));
  }

  /// The URL of this index.
  String url() {
    return "dynamodb:" + names.prefix() + "?endpoint=" + dynamo.endpoint();
  }

  IndexStore open(NodeLimits limits) {
    DynamoUrl url = DynamoUrl.of(URI.create(url()));
    IndexSettings settings = IndexSettings.DEFAULT;
    return DynamoIndex.of(
        url.tables(), url.settings(), new LazyClient(url, settings), settings, limits);
  }

  DynamoDbClient client() {
    return dynamo.client();
  }

  /// The items of a generation's table, with its marker.
  List<Map<String, AttributeValue>> items(String generation) {
    return client()
        .scanPaginator(s -> s.tableName(names.table(generation)).consistentRead(true))
        .items()
        .stream()
        .toList();
  }

  /// The nodes of a generation that cannot be reached from the root of any group.
  Set<NodeKey> lost(String generation) {
    Map<NodeKey, Item.Content> all = contents(generation);
    Set<NodeKey> lost = new HashSet<>(all.keySet());
    Deque<NodeKey> open = new ArrayDeque<>(all.keySet().stream().filter(NodeKey::isRoot).toList());
    while (!open.isEmpty()) {
      NodeKey next = open.pop();
      if (lost.remove(next) && all.get(next) instanceof Inner inner) {
        inner.children().forEach(child -> open.push(next.node(child.id())));
      }
    }
    return lost;
  }

  /// The contents of all nodes of a generation.
  Map<NodeKey, Item.Content> contents(String generation) {
    Map<NodeKey, Item.Content> contents = new HashMap<>();
    all(generation, Item.Name.N).forEach((node, item) -> contents.put(node, (Item.Content) item));
    return contents;
  }

  /// The counts of all inner nodes of a generation.
  Map<NodeKey, InnerCounts> counts(String generation) {
    Map<NodeKey, InnerCounts> counts = new HashMap<>();
    all(generation, Item.Name.C).forEach((node, item) -> counts.put(node, (InnerCounts) item));
    return counts;
  }

  private Map<NodeKey, Item> all(String generation, Item.Name name) {
    Map<NodeKey, Item> all = new HashMap<>();
    for (Map<String, AttributeValue> item : items(generation)) {
      if (requireNonNull(item.get(ItemCodec.SORT)).s().equals(name.name())) {
        byte[] partition = requireNonNull(item.get(ItemCodec.PARTITION)).b().asByteArray();
        all.put(NodeKey.of(generation, partition), ItemCodec.decode(item));
      }
    }
    return all;
  }

  /// Makes the stamps of groups older, as if time had passed.
  void age(Collection<GroupRef> groups, int periods) {
    changeLeaves(
        groups,
        leaf ->
            leaf.with(
                leaf.version() + 1,
                leaf.clock() - periods,
                changed(leaf, register -> older(register, periods))));
  }

  private static Register older(Register register, int periods) {
    Stamp stamp = register.stamp();
    return stamp == null
        ? register
        : new Register(
            register.cell(), new Stamp(stamp.sequence(), stamp.tag(), stamp.period() - periods));
  }

  /// Drops the stamps of a group.
  void forgetStamps(GroupRef group) {
    changeLeaves(
        List.of(group),
        leaf ->
            leaf.with(
                leaf.version() + 1,
                leaf.clock(),
                changed(leaf, register -> new Register(register.cell(), null))));
  }

  private static NavigableMap<Bytes, Register> changed(Leaf leaf, UnaryOperator<Register> change) {
    NavigableMap<Bytes, Register> registers = new TreeMap<>();
    leaf.registers().forEach((place, register) -> registers.put(place, change.apply(register)));
    registers.values().removeIf(Register.NONE::equals);
    return registers;
  }

  private void changeLeaves(Collection<GroupRef> groups, UnaryOperator<Leaf> change) {
    Set<NodeKey> roots = groups.stream().map(NodeKey::root).collect(toSet());
    Set<String> generations = groups.stream().map(GroupRef::generation).collect(toSet());
    for (String generation : generations) {
      contents(generation)
          .forEach(
              (node, content) -> {
                if (content instanceof Leaf leaf && roots.contains(node.root())) {
                  put(node, change.apply(leaf));
                }
              });
    }
  }

  /// Removes an item of a node, as no writer does.
  void lose(NodeKey node, Item.Name name) {
    client()
        .deleteItem(
            d -> d.tableName(names.table(node.generation())).key(ItemCodec.key(node, name)));
  }

  /// Writes an item, whatever there is.
  void put(NodeKey node, Item item) {
    client()
        .putItem(
            p -> p.tableName(names.table(node.generation())).item(ItemCodec.encode(node, item)));
  }
}
