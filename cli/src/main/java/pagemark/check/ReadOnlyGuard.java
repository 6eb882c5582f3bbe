package pagemark.check;

import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/// Makes a client of DynamoDB read-only. The stream of a table is read by
/// [SignedStream][pagemark.watch.SignedStream], which can only read. This class refuses every
/// operation that is not listed here, before a request is made.
public final class ReadOnlyGuard implements ExecutionInterceptor {
  /// The operations that may run; none of them creates, changes or deletes anything.
  public static final Set<String> ALLOWED =
      Set.of(
          "DescribeTable",
          "DescribeTimeToLive",
          "ListTables",
          "Scan",
          "Query",
          "GetItem",
          "BatchGetItem");

  /// @throws IllegalStateException if the operation is not in the list
  @Override
  public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
    String operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
    if (operation == null || !ALLOWED.contains(operation)) {
      throw new IllegalStateException(
          "this table is only read: %s is refused. Valid operations: %s"
              .formatted(operation, new TreeSet<>(ALLOWED)));
    }
  }
}
