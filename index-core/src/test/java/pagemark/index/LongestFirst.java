package pagemark.index;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/// Starts the test classes that take long first, the longest of them before the others. A class
/// that starts late would run alone at the end, on one of several processors.
public final class LongestFirst implements ClassOrderer {
  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(Comparator.comparingInt(LongestFirst::seconds).reversed());
  }

  private static int seconds(ClassDescriptor type) {
    return type.findAnnotation(TakesLong.class)
        .map(time -> Extent.of(time.value(), Math.max(time.value(), time.nightly())))
        .orElse(0);
  }
}
