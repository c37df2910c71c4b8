using System.Linq.Expressions;
using System.Reflection;

namespace RowJson.EntityFrameworkCore;

// Finds what each property of a row is made of, in the function that makes a row of the reader's columns: variables that are assigned once,
// and an object that is constructed of them.
internal static class RowMembers
{
    // The properties of the row, each with a function of the reader alone; null if the row is made in another way.
    public static MemberReader[]? Read(LambdaExpression maker)
    {
        ParameterExpression reader = maker.Parameters[1];
        var variables = new Substitution();
        if (ResultOf(maker.Body, variables) is not { } result || ValuesOf(result) is not { } values) return null;
        var members = new List<MemberReader>();
        foreach (PropertyInfo property in result.Type.GetProperties(BindingFlags.Instance | BindingFlags.Public))
        {
            // A property that is computed by code, or is not selected, is not found: a contract that writes it needs the object.
            if (PlainCode.FieldOfGetter(property) is not { } field || !values.TryGetValue(field, out Expression? value)) continue;
            value = variables.Visit(value);
            if (value.Type != property.PropertyType || !OnlyUses.Parameter(value, reader)) return null;
            members.Add(MemberReader.Create(property, value, reader));
        }
        return [.. members];
    }

    // What a block of assignments returns.
    private static Expression? ResultOf(Expression body, Substitution variables)
    {
        if (body is not BlockExpression block) return body;
        foreach (Expression statement in block.Expressions.SkipLast(1))
        {
            if (statement is not BinaryExpression { NodeType: ExpressionType.Assign, Left: ParameterExpression variable } assign
                || !block.Variables.Contains(variable)
                || !variables.Add(variable, assign.Right)) return null;
        }
        return block.Result;
    }

    // What the fields of a new object are set to; null if its type has code of its own there.
    private static Dictionary<FieldInfo, Expression>? ValuesOf(Expression result)
    {
        var init = result as MemberInitExpression;
        if ((init?.NewExpression ?? result as NewExpression) is not { } creation) return null;
        var values = new Dictionary<FieldInfo, Expression>();
        if (creation.Constructor is { } constructor)
        {
            if (PlainCode.FieldsOfConstructor(constructor) is not { } fields) return null;
            for (int i = 0; i < fields.Length; i++)
                if (fields[i] is { } field) values[field] = creation.Arguments[i];
        }
        foreach (MemberBinding binding in init?.Bindings ?? Enumerable.Empty<MemberBinding>())
        {
            if (binding is not MemberAssignment { Member: PropertyInfo property } assignment
                || PlainCode.FieldOfSetter(property) is not { } field) return null;
            values[field] = assignment.Expression;
        }
        return values;
    }

    // Replaces a variable with what it is assigned. Reading a column twice gives the same.
    private sealed class Substitution : ExpressionVisitor
    {
        private readonly Dictionary<ParameterExpression, Expression> _values = [];

        // False if it has a value already.
        public bool Add(ParameterExpression variable, Expression value) => _values.TryAdd(variable, Visit(value));

        protected override Expression VisitParameter(ParameterExpression node) => _values.GetValueOrDefault(node, node);
    }

    // Whether an expression uses nothing of what is around it but one parameter.
    private sealed class OnlyUses : ExpressionVisitor
    {
        private readonly HashSet<ParameterExpression> _known = [];
        private bool _usesOthers;

        public static bool Parameter(Expression expression, ParameterExpression parameter)
        {
            var visitor = new OnlyUses();
            visitor._known.Add(parameter);
            visitor.Visit(expression);
            return !visitor._usesOthers;
        }

        protected override Expression VisitLambda<T>(Expression<T> node)
        {
            _known.UnionWith(node.Parameters);
            return base.VisitLambda(node);
        }

        protected override Expression VisitBlock(BlockExpression node)
        {
            _known.UnionWith(node.Variables);
            return base.VisitBlock(node);
        }

        protected override Expression VisitParameter(ParameterExpression node)
        {
            _usesOthers |= !_known.Contains(node);
            return node;
        }

        protected override Expression VisitExtension(Expression node)
        {
            _usesOthers = true;
            return node;
        }
    }
}
