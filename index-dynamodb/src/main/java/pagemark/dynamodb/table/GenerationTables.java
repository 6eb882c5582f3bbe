package pagemark.dynamodb.table;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import pagemark.dynamodb.request.Calls;
import pagemark.dynamodb.request.ItemCodec;
import pagemark.dynamodb.request.TableNames;
import pagemark.index.IndexException;
import pagemark.index.Markers;
import pagemark.tree.request.MissingGenerationException;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/// Creates and deletes the tables of generations. Both wait until it is done, look once a second,
/// and can be called again after any failure.
///
/// A table costs nothing while nobody uses it. It is neither backed up nor protected against
/// deletion, because a rebuild can make it again.
///
/// @param looksMax how often a table is looked at before it is given up
/// @param pause how long to wait between two looks
public record GenerationTables(
    Calls calls, TableNames names, TableSettings settings, int looksMax, Duration pause)
    implements Markers.StoredData {
  /// DynamoDB creates and deletes tables in seconds; this is three minutes.
  private static final int LOOKS_MAX = 180;

  /// An account has at most 10,000 tables, and a list has 100.
  private static final int LISTS_MAX = 200;

  private static final KeySchemaElement PARTITION = key(ItemCodec.PARTITION, KeyType.HASH);
  private static final KeySchemaElement SORT = key(ItemCodec.SORT, KeyType.RANGE);
  private static final Set<AttributeDefinition> KEY_TYPES =
      Set.of(
          attribute(ItemCodec.PARTITION, ScalarAttributeType.B),
          attribute(ItemCodec.SORT, ScalarAttributeType.S));

  public GenerationTables(Calls calls, TableNames names, TableSettings settings) {
    this(calls, names, settings, LOOKS_MAX, Duration.ofSeconds(1));
  }

  /// Creates the table of a generation unless it is there, and waits until it can be used.
  ///
  /// @throws IndexException.Unavailable if it cannot be used after the longest wait
  public void create(String generation) {
    createTable(names.table(generation));
  }

  /// Creates the table of a generation's sorted runs as [#create] does.
  void createRuns(String generation) {
    createTable(names.runs(generation));
  }

  private void createTable(String table) {
    String status = "missing";
    for (int look = 0; look < looksMax; look++) {
      TableDescription found = describe(table);
      if (found != null && !isIndex(found)) {
        throw new IndexException.Unavailable("the table " + table + " is not of an index", null);
      }
      if (found != null && isUsable(found)) {
        return;
      }
      if (found == null) {
        request(table);
      } else {
        status = found.tableStatusAsString();
        sleep();
      }
    }
    throw new IndexException.Unavailable("the table %s is still %s".formatted(table, status), null);
  }

  private static boolean isUsable(TableDescription table) {
    return table.tableStatus() == TableStatus.ACTIVE || table.tableStatus() == TableStatus.UPDATING;
  }

  private void request(String table) {
    try {
      calls.make(table, dynamo -> dynamo.createTable(creation(table)));
    } catch (ResourceInUseException e) {
      // Somebody else has created it since, or it is just being deleted. The next look tells.
      sleep();
    }
  }

  CreateTableRequest creation(String table) {
    return CreateTableRequest.builder()
        .tableName(table)
        .keySchema(PARTITION, SORT)
        .attributeDefinitions(KEY_TYPES)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .onDemandThroughput(settings.throughput())
        .sseSpecification(settings.encryption())
        .deletionProtectionEnabled(false)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  /// Deletes the table of a generation if it is there, and waits until it is gone.
  ///
  /// @throws IndexException.Unavailable if it is not gone after the longest wait
  public void delete(String generation) {
    deleteTable(names.table(generation));
  }

  /// Deletes the table of a generation's sorted runs as [#delete] does.
  public void deleteRuns(String generation) {
    deleteTable(names.runs(generation));
  }

  private void deleteTable(String table) {
    boolean asked = false;
    for (int look = 0; look < looksMax; look++) {
      TableDescription found = describe(table);
      if (found == null) {
        return;
      }
      if (!isIndex(found)) {
        throw new IndexException.Unavailable("the table " + table + " is not of an index", null);
      }
      asked = asked || ask(table);
      if (describe(table) == null) {
        return;
      }
      sleep();
    }
    throw new IndexException.Unavailable("the table %s is not deleted yet".formatted(table), null);
  }

  /// @return false if it cannot be deleted just now
  private boolean ask(String table) {
    try {
      calls.make(table, dynamo -> dynamo.deleteTable(d -> d.tableName(table)));
      return true;
    } catch (MissingGenerationException e) {
      return true;
    } catch (ResourceInUseException e) {
      return false;
    }
  }

  @Override
  public boolean remove(Markers.Data data) {
    TableDescription found = describe(data.name());
    return found == null || (isIndex(found) && ask(data.name()));
  }

  /// The tables of this index, by their names alone. Bounded by what an account may have.
  @Override
  public List<Markers.Data> list() {
    List<Markers.Data> found = new ArrayList<>();
    String last = null;
    for (int list = 0; list < LISTS_MAX && (list == 0 || last != null); list++) {
      String from = last;
      ListTablesResponse part =
          calls.make(
              names.prefix(), dynamo -> dynamo.listTables(l -> l.exclusiveStartTableName(from)));
      part.tableNames().forEach(table -> names.data(table).ifPresent(found::add));
      last = part.lastEvaluatedTableName();
    }
    return found;
  }

  private @Nullable TableDescription describe(String table) {
    try {
      return calls.make(table, dynamo -> dynamo.describeTable(d -> d.tableName(table))).table();
    } catch (MissingGenerationException e) {
      return null;
    }
  }

  private static boolean isIndex(TableDescription table) {
    return table.keySchema().equals(List.of(PARTITION, SORT))
        && Set.copyOf(table.attributeDefinitions()).equals(KEY_TYPES);
  }

  private void sleep() {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexException.Unavailable("a wait for a table was interrupted", e);
    }
  }
}
