package pagemark.index;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;

/// Marks one of a module's slowest test classes. They start first, because one that starts last
/// would run alone at the end.
@Order(1)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface TakesLong {}
