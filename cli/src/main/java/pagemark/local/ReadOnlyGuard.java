package pagemark.local;

import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/// Lets a client ask DynamoDB and its streams, and nothing else. Every other operation, known today
/// or not, is refused before a request of it is even made.
final class ReadOnlyGuard implements ExecutionInterceptor {
  /// As DynamoDB calls them. With these alone nothing is created, changed or deleted.
  static final Set<String> ALLOWED =
      Set.of(
          "DescribeTable",
          "Scan",
          "Query",
          "GetItem",
          "BatchGetItem",
          "DescribeStream",
          "GetShardIterator",
          "GetRecords");

  /// @throws IllegalStateException where the operation may write
  @Override
  public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
    String operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
    if (operation == null || !ALLOWED.contains(operation)) {
      throw new IllegalStateException(
          "this table is only read: %s is refused; allowed are %s"
              .formatted(operation, new TreeSet<>(ALLOWED)));
    }
  }
}
