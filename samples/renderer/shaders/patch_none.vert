#version 450
// A patch whose control shader finds its points itself.
void main()
{
}
