package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import pagemark.architecture.ProjectClasses;
import pagemark.tree.request.NodeRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The calls of DynamoDB that a handler can get to, found in the byte code: whatever its methods
/// call, directly or through an interface.
final class ReachableCalls {
  private static final JavaClasses MAIN = ProjectClasses.ofFunctions();

  /// The client's methods, and the permission that each takes.
  private static final Map<String, String> PERMISSIONS =
      Map.ofEntries(
          Map.entry("batchGetItem", "dynamodb:BatchGetItem"),
          Map.entry("createTable", "dynamodb:CreateTable"),
          Map.entry("deleteItem", "dynamodb:DeleteItem"),
          Map.entry("deleteTable", "dynamodb:DeleteTable"),
          Map.entry("describeTable", "dynamodb:DescribeTable"),
          Map.entry("getItem", "dynamodb:GetItem"),
          Map.entry("listTables", "dynamodb:ListTables"),
          Map.entry("putItem", "dynamodb:PutItem"),
          Map.entry("query", "dynamodb:Query"),
          Map.entry("queryPaginator", "dynamodb:Query"),
          Map.entry("scan", "dynamodb:Scan"),
          // the permissions of its parts: updates, and in an index what single calls do too
          Map.entry("transactWriteItems", "dynamodb:UpdateItem"),
          Map.entry("updateItem", "dynamodb:UpdateItem"));

  private static final Set<String> NO_CALLS = Set.of("builder", "create", "close", "waiter");

  private final Set<JavaCodeUnit> reached = new HashSet<>();
  private final Deque<JavaCodeUnit> open = new ArrayDeque<>();
  private final Set<JavaClass> requests = new HashSet<>();
  private final Set<JavaCodeUnit> waiting = new HashSet<>();
  private final Set<String> calls = new TreeSet<>();

  private ReachableCalls() {}

  /// @param function as the template declares it
  /// @return such as `Table dynamodb:Scan`: the table's logical id, then the permission. Whatever
  ///   `pagemark.state` calls is for the state table, what `pagemark.dynamodb` calls for a table of
  ///   the index, and what others call for the listed one.
  static Set<String> of(JsonNode function) {
    String handler = function.path("Handler").asText().replaceFirst("::.*", "");
    ReachableCalls search = new ReachableCalls();
    MAIN.get(handler).getCodeUnits().forEach(search::reach);
    while (!search.open.isEmpty()) {
      search.follow(search.open.pop());
    }
    return search.calls;
  }

  private void reach(JavaCodeUnit unit) {
    if (!canRun(unit)) {
      waiting.add(unit);
    } else if (reached.add(unit)) {
      open.push(unit);
      unit.getOwner().getStaticInitializer().ifPresent(this::reach);
      if (unit.isConstructor() && unit.getOwner().isAssignableTo(NodeRequest.class)) {
        requests.add(unit.getOwner());
        Set.copyOf(waiting).forEach(this::reach);
      }
    }
  }

  /// Who sends a request to the index must have made one of its kind. So a method that takes one
  /// does not run before: the code that sends requests is that of reads and of writes.
  private boolean canRun(JavaCodeUnit unit) {
    return unit.getRawParameterTypes().stream()
        .filter(type -> type.isAssignableTo(NodeRequest.class))
        .allMatch(type -> requests.stream().anyMatch(made -> made.isAssignableTo(type.getName())));
  }

  private void follow(JavaCodeUnit unit) {
    accesses(unit)
        .forEach(
            access -> {
              JavaClass owner = access.getTargetOwner();
              if (owner.isEquivalentTo(DynamoDbClient.class)) {
                note(unit, access.getName());
              } else if (owner.getPackageName().startsWith("pagemark")) {
                access.getTarget().resolveMember().ifPresent(this::reach);
                owner.getAllSubclasses().forEach(type -> reachOverriding(type, access));
              }
            });
  }

  private static Stream<? extends JavaCodeUnitAccess<?>> accesses(JavaCodeUnit unit) {
    return Stream.of(
            unit.getCallsFromSelf(),
            unit.getMethodReferencesFromSelf(),
            unit.getConstructorReferencesFromSelf())
        .flatMap(Set::stream);
  }

  private void reachOverriding(JavaClass type, JavaCodeUnitAccess<?> access) {
    for (JavaMethod method : type.getMethods()) {
      if (method.getName().equals(access.getName())
          && method.getRawParameterTypes().size()
              == access.getTarget().getRawParameterTypes().size()) {
        reach(method);
      }
    }
  }

  private void note(JavaCodeUnit unit, String method) {
    if (NO_CALLS.contains(method)) {
      return;
    }
    String permission = PERMISSIONS.get(method);
    if (permission == null) {
      throw new AssertionError("what permission does " + method + " take?");
    }
    calls.add(table(unit.getOwner().getPackageName()) + " " + permission);
  }

  private static String table(String caller) {
    return caller.startsWith("pagemark.state")
        ? Template.STATE_TABLE
        : caller.startsWith("pagemark.dynamodb") ? Template.INDEX_TABLE : Template.TABLE;
  }
}
